/**
 * What one tab does at a time. Where the browser has no Web Locks each tab does it alone, whatever the others do; no copy of a project is
 * kept on the device then (`wasm/database/boot/browserCopies.ts`), because two tabs could open it at once.
 */
type Locks = Pick<LockManager, 'request'>
type Asked<T> = [LockGrantedCallback<T>] | [LockOptions, LockGrantedCallback<T>]

const alone = {
  request: async <T>(name: string, ...asked: Asked<T>) =>
    (asked.at(-1) as LockGrantedCallback<T>)({ name, mode: 'exclusive' }),
} as Locks

export const locks = (): Locks => navigator.locks ?? alone
