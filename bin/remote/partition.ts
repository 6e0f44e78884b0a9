/** Partitions of AWS besides the usual one, by what their regions begin with. @see https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
const PARTITIONS: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['eu-isoe-', 'aws-iso-e'],
  ['us-isof-', 'aws-iso-f'],
  ['eusc-', 'aws-eusc'],
];

/** What ARNs of a region begin with, after `arn:`. */
export const partitionOf = (region: string): string =>
  PARTITIONS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
