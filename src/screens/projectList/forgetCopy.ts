import { accountKey } from '../../data/server/session.ts'

/** The copy in this browser of a project that is gone. Fetched only here: who looks at the list needs nothing of it. */
export const forgetCopy = async (uuid: string): Promise<void> =>
  (await import('../../data/copies/copies.ts')).removeCopy(accountKey(), uuid)
