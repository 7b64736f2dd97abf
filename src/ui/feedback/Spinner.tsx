export function Spinner({ label }: { label?: string | undefined }) {
  return label ? (
    <span className="ui-spinner" role="status" aria-label={label} />
  ) : (
    <span className="ui-spinner" aria-hidden />
  )
}
