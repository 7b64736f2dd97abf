/** In whose name a command works where nobody is named. */
import { userInfo } from 'node:os'
import { configFolder } from '../base/settings/configFolder.ts'
import { localHost } from '../hosts/local.ts'

/** Under which a person works in the browser on this machine, else the system's name for them. */
export function usualAuthor(): string {
  const last = localHost(configFolder(), '').local.lastAuthor()
  if (last !== '') return last
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
