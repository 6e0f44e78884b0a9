import { run } from 'clingo-wasm';
import type { Geometry } from '../../../../core/solver/model/geometry.ts';

const RULES = `
  { holds(C, D) : D = 1..size } = 1 :- cell(C).
  { holds(C, D) : in(U, C) } = 1 :- in(U, _), D = 1..size.
  :- given(C, D), not holds(C, D).
  #show.
`;

/**
 * Solutions of a puzzle by clingo, a solver made by others from other sources: answer sets, conflict-driven.
 * Counts up to `limit`.
 */
export async function satSolutions(shape: Geometry, cells: Uint8Array, limit: number): Promise<number> {
  const facts = [`#const size = ${shape.size}.`, `cell(0..${shape.cells - 1}).`];
  for (const [u, unit] of shape.units.entries()) for (const cell of unit) facts.push(`in(${u}, ${cell}).`);
  for (const [cell, digit] of cells.entries()) if (digit !== 0) facts.push(`given(${cell}, ${digit}).`);
  const result = await run(facts.join('\n') + RULES, limit);
  if (result.Result === 'ERROR') throw new Error(`clingo: ${result.Error}`);
  return result.Models.Number;
}
