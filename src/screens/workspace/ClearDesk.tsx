import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'

/** The list of projects when there is none: what a project will look like, and the first step; `text`: what is said instead of it. */
export function ClearDesk({ text, children }: { text?: string | undefined; children?: ReactNode }) {
  const t = useT()
  return (
    <div className="clear-desk">
      <Picture />
      <h1>{t('projects.empty')}</h1>
      <p>{text ?? t('projects.emptyText')}</p>
      {children}
    </div>
  )
}

/** Lines of a text, some of them marked, and the bubbles that they went to. */
function Picture() {
  const lines = [118, 104, 122, 92, 114, 74]
  return (
    <svg className="clear-desk-picture" viewBox="0 0 340 150" width="340" height="150" aria-hidden>
      <rect x="186" y="8" width="146" height="134" rx="8" fill="var(--raised)" stroke="var(--hairline)" />
      {lines.map((width, line) => (
        <rect
          key={width}
          x="204"
          y={28 + line * 17}
          width={width * 0.9}
          height="5"
          rx="2.5"
          fill="var(--wash-strong)"
        />
      ))}
      <rect x="230" y="41" width="66" height="12" rx="3" fill="#e97200" opacity=".32" />
      <rect x="204" y="75" width="52" height="12" rx="3" fill="#8f73ff" opacity=".34" />
      <rect x="232" y="92" width="70" height="12" rx="3" fill="#3d7449" opacity=".34" />
      <path
        d="M226 47C190 42 170 40 146 44"
        fill="none"
        stroke="#e97200"
        strokeWidth="1.5"
        strokeDasharray="2 4"
        strokeLinecap="round"
      />
      <path
        d="M200 81c-34 6-50 12-72 24"
        fill="none"
        stroke="#8f73ff"
        strokeWidth="1.5"
        strokeDasharray="2 4"
        strokeLinecap="round"
      />
      <circle cx="106" cy="48" r="34" fill="#e97200" />
      <circle cx="72" cy="27" r="13" fill="#e97200" stroke="var(--page)" strokeWidth="3" opacity=".75" />
      <circle cx="102" cy="112" r="22" fill="#8f73ff" />
      <circle cx="42" cy="88" r="28" fill="#3d7449" />
      <circle cx="27" cy="60" r="10" fill="#1a66d1" stroke="var(--page)" strokeWidth="3" />
    </svg>
  )
}
