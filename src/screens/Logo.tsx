/** The program's sign: three bubbles on a branch. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path
        d="M16 29V17M16 24 8.5 15.5M16 21l7.5-8.5"
        fill="none"
        stroke="var(--ink-soft)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="16" cy="10" r="7" fill="#3d7449" />
      <circle cx="7.5" cy="14" r="5" fill="#e97200" />
      <circle cx="24.5" cy="12" r="5.5" fill="#8f73ff" />
    </svg>
  )
}
