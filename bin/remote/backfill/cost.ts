/** Dollars for a thousand requests, list prices of us-east-1; docs/scale.md has them all, with the day they were looked up. */
const LIST = 0.005;
const PUT = 0.005;
const GET = 0.0004;
const SQS = 0.0004;

/**
 * What it costs to send objects in and have them solved, if each is small enough for one call: its event sent, received
 * and deleted, a GET, and two PUTs. Lambda's time comes on top, by how hard the puzzles are.
 */
export function costOf(objects: number, lists: number): number {
  const sent = Math.ceil(objects / 10);
  return (lists * LIST + 3 * sent * SQS + objects * (GET + 2 * PUT)) / 1000;
}
