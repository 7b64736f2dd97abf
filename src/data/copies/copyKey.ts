/**
 * Under which name the copy of a project lies in this browser, for its folder, its Web Lock and the channels between tabs: by account, so
 * that nobody finds what another has left there. In local mode (`local`) it is the project's uuid alone, as it always was.
 */
export const copyKey = (account: string, uuid: string): string => (account === 'local' ? uuid : `${account}.${uuid}`)

/** Of the copy that a handle is on. */
export const keyOfCopy = ({ account, uuid }: { account: string; uuid: string }): string => copyKey(account, uuid)

/** Whose copy it is, and of which project. */
export function copyOf(key: string): { account: string; uuid: string } {
  const dot = key.lastIndexOf('.')
  return dot < 0 ? { account: 'local', uuid: key } : { account: key.slice(0, dot), uuid: key.slice(dot + 1) }
}

export const lockName = (key: string): string => `thicket:${key}`
