/** What protects a new project: its key, made here and wrapped by the password, and the recovery code, which is nowhere else. */
import { newProjectKey } from '../../model/sealing/keys.ts'
import { wrapKey } from '../../model/sealing/wraps.ts'

export const newProtection = (password: string): { hash: string; recovery: string } =>
  wrapKey(newProjectKey(), password)
