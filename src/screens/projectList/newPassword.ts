import type { Problem } from '../../model/problems.ts'
import { passwordProblem } from '../../model/rules/passwords.ts'

/** A password as it is typed, twice. */
export interface NewPassword {
  password: string
  again: string
}

/** 2 §5: what is wrong with it; null: nothing. A new one is judged by the rule of all passwords. */
export async function newPasswordProblem({ password, again }: NewPassword): Promise<Problem | null> {
  const { plainPassword } = await import('../../model/sealing/wraps.ts')
  const plain = plainPassword(password)
  if (plain === '') return { kind: 'noPassword' }
  return plain === plainPassword(again) ? passwordProblem(plain, []) : { kind: 'passwordsDoNotMatch' }
}

/** Problems of `newPasswordProblem`. */
export const ofPasswords: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'noPassword',
  'passwordsDoNotMatch',
  'passwordTooShort',
  'passwordTooLong',
  'passwordTooCommon',
])
