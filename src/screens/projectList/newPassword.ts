import type { Problem } from '../../model/problems.ts'

/** A password as it is typed, twice. */
export interface NewPassword {
  password: string
  again: string
}

/** 2 §5: what is wrong with it; null: nothing. */
export function passwordProblem({ password, again }: NewPassword): Problem | null {
  if (password.trim() === '') return { kind: 'noPassword' }
  return password.trim() === again.trim() ? null : { kind: 'passwordsDoNotMatch' }
}

/** Problems of `passwordProblem`. */
export const ofPasswords: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>(['noPassword', 'passwordsDoNotMatch'])
