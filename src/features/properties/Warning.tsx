import { WarningIcon } from '../../ui/icons.ts'

/** Beside a field that keeps what was typed, or has gone back to what it was: no error, but not as it was meant either. */
export function Warning({ children }: { children: string }) {
  return (
    <span className="property-warning">
      <WarningIcon aria-hidden />
      {children}
    </span>
  )
}
