import type { ReactNode } from 'react'

/** A thing of the account: what it is, of what, and what can be done with it. */
export function AccountRow({ what, of, children }: { what: string; of: string; children?: ReactNode }) {
  return (
    <li className="account-row">
      <div className="account-what">
        <span>{what}</span>
        <span>{of}</span>
      </div>
      {children}
    </li>
  )
}
