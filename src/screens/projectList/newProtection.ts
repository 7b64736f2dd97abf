/** What protects a new project: its key, made here and wrapped by the password, and the recovery code, which is nowhere else. */

import { type Problem, problem, type Result } from '../../model/problems.ts'
import { newProjectKey } from '../../model/sealing/keys.ts'
import { plainPassword, wrapKey } from '../../model/sealing/wraps.ts'
import type { NewPassword } from './ProtectNew.tsx'

/** Problems: noPassword, passwordsDoNotMatch. */
export function newProtection({ password, again }: NewPassword): Result<{ hash: string; recovery: string }> {
  const wrong: Problem['kind'] | null =
    plainPassword(password) === '' ? 'noPassword' : password.trim() === again.trim() ? null : 'passwordsDoNotMatch'
  return wrong ? problem({ kind: wrong }) : { ok: wrapKey(newProjectKey(), password) }
}
