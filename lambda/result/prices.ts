/** Dollars in us-east-1, on demand, without free tiers, November 2026. */
export const PRICES = {
  /** https://aws.amazon.com/lambda/pricing/, arm64, first tier */
  lambdaGBSecond: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  /** https://aws.amazon.com/s3/pricing/, S3 Standard: PUT, COPY, POST, LIST; GET and others; DELETE costs nothing */
  s3Write: 0.005 / 1e3,
  s3Read: 0.0004 / 1e3,
  /** https://aws.amazon.com/sqs/pricing/, standard queue, a request of up to 64 KB */
  sqsRequest: 0.4 / 1e6,
} as const;
