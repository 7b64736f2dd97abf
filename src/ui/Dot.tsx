interface DotProps {
  /** As CSS writes it; left out: `--dot` of what it stands in. */
  colour?: string
  /** In px. */
  size?: 8 | 10 | 12 | 14
}

/** A colour beside the name that it belongs to: for the eye alone. */
export function Dot({ colour, size = 10 }: DotProps) {
  return <span className="ui-dot" style={{ '--size': `${size}px`, ...(colour !== undefined && { '--dot': colour }) }} />
}
