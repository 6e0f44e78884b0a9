import { Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

/**
 * The ARN of all objects of a bucket below a prefix, or of those whose keys end so, for a policy. What the prefix has of characters that a policy gives a
 * meaning stands for itself.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html#policy-vars-specialchars
 */
export function objectsBelow(bucket: IBucket, prefix: string, suffix = ''): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's own
  const literal = Token.isUnresolved(prefix) ? prefix : prefix.replace(/[*?$]/g, '${$&}');
  return bucket.arnForObjects(`${literal}*${suffix}`);
}
