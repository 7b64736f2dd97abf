/**
 * Of the rows or columns in sight, those whose titles stand beside them where there is room for every `every`-th; the one that is meant always, and then
 * none so near to it that they would touch. Those that stand are the same ones wherever is scrolled to, and the first of them is not cut off at the edge.
 */
export const readable = (shown: readonly number[], every: number, meant: number): number[] =>
  shown.filter(
    (at) => at === meant || (at % every === Math.floor(every / 2) && (meant < 0 || Math.abs(at - meant) >= every)),
  )
