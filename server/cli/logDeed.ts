import { type Deed, keepDeed } from '../base/operatorLog.ts'
import { tellDeed } from '../running/control.ts'

/** Puts into the security log what was done with a server's accounts: into that of the server that runs on the folder, or of the next one. */
export async function logDeed(data: string, done: Omit<Deed, 'at'>): Promise<void> {
  const noted = { ...done, at: new Date().toISOString() }
  if (!(await tellDeed(data, noted))) keepDeed(data, noted)
}
