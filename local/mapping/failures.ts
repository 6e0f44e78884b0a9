/**
 * Which messages of a batch a function says it failed on, by the rules of partial batch responses.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * @param payload the function's result as JSON
 * @param messageIds of the batch
 * @returns all of them if the response cannot be understood
 */
export function failedMessages(payload: string, messageIds: readonly string[]): ReadonlySet<string> {
  const all = new Set(messageIds);
  let response: unknown;
  try {
    response = JSON.parse(payload);
  } catch {
    return all;
  }
  if (response === null) return new Set();
  if (typeof response !== 'object') return all;
  const failures = (response as { batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(failures)) return all;
  const failed = new Set<string>();
  for (const failure of failures as unknown[]) {
    const id = (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    if (typeof id !== 'string' || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
}
