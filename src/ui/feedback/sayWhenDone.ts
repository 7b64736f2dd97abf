import { showProblem } from './showProblem.ts'

type Done = { readonly ok: unknown } | { readonly problem: { readonly kind: string } }

/** Says these words (`useSaid`) once it is done, or shows why it could not be. Resolves to whether it was done. */
export async function sayWhenDone(say: (words: string) => void, words: string, done: Promise<Done>): Promise<boolean> {
  const result = await done
  if ('ok' in result) say(words)
  else showProblem(result.problem)
  return 'ok' in result
}
