import type { AwsCredentialIdentity } from '@smithy/types';

/**
 * The credentials of the function's role, which Lambda puts into its environment.
 * @throws Error if there are none
 */
export function credentialsOf(env: Readonly<Record<string, string | undefined>>): AwsCredentialIdentity {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, got none');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}
