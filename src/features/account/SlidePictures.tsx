/** Three quiet pictures of the work: words become bubbles, bubbles lie in bubbles, people read together. Drawn in the palette, on either theme. */

const lines = [0, 1, 2, 3, 4, 5, 6, 7]
const widths = [132, 118, 138, 104, 128, 92, 134, 80]

function Sheet({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <rect x={x} y={y} width="176" height="190" rx="10" fill="var(--raised)" stroke="var(--hairline)" />
      {lines.map((line) => (
        <rect
          key={line}
          x={x + 20}
          y={y + 24 + line * 19}
          width={widths[line]}
          height="6"
          rx="3"
          fill="var(--wash-strong)"
        />
      ))}
    </g>
  )
}

const thread = { fill: 'none', strokeWidth: 1.75, strokeDasharray: '2 5', strokeLinecap: 'round' } as const

export function WordsPicture() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden>
      <Sheet x={228} y={54} />
      <rect x="276" y="91" width="78" height="14" rx="4" fill="#e97200" opacity=".32" />
      <rect x="248" y="129" width="66" height="14" rx="4" fill="#8f73ff" opacity=".34" />
      <rect x="286" y="186" width="84" height="14" rx="4" fill="#3d7449" opacity=".34" />
      <path d="M272 97C236 90 196 84 168 88" stroke="#e97200" {...thread} />
      <path d="M244 137c-40 4-70 18-98 44" stroke="#8f73ff" {...thread} />
      <path d="M282 194c-60 14-120 30-164 42" stroke="#3d7449" {...thread} />
      <circle cx="122" cy="92" r="44" fill="#e97200" />
      <circle cx="78" cy="58" r="17" fill="#e97200" stroke="var(--page)" strokeWidth="4" />
      <circle cx="124" cy="198" r="28" fill="#8f73ff" />
      <circle cx="64" cy="226" r="38" fill="#3d7449" />
      <circle cx="44" cy="184" r="13" fill="#1a66d1" stroke="var(--page)" strokeWidth="4" />
    </svg>
  )
}

export function BubblesPicture() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden>
      <rect x="36" y="26" width="348" height="248" rx="16" fill="var(--raised)" stroke="var(--hairline)" />
      <path d="M166 152 118 96M166 152l-64 52M166 152l54-72" fill="none" stroke="var(--edge)" strokeWidth="1.5" />
      <circle cx="166" cy="152" r="46" fill="#3d7449" />
      <circle cx="114" cy="92" r="22" fill="#3d7449" opacity=".8" />
      <circle cx="98" cy="208" r="17" fill="#3d7449" opacity=".65" />
      <circle cx="222" cy="76" r="26" fill="#3d7449" opacity=".9" />
      <path d="m300 178 36-48M300 178l30 46" fill="none" stroke="var(--edge)" strokeWidth="1.5" />
      <circle cx="298" cy="178" r="36" fill="#e97200" />
      <circle cx="340" cy="126" r="17" fill="#e97200" opacity=".75" />
      <circle cx="332" cy="228" r="14" fill="#e97200" opacity=".6" />
      <circle cx="226" cy="228" r="20" fill="#1a66d1" />
    </svg>
  )
}

export function TogetherPicture() {
  return (
    <svg viewBox="0 0 420 300" aria-hidden>
      <Sheet x={40} y={54} />
      <Sheet x={204} y={84} />
      <rect x="60" y="109" width="94" height="14" rx="4" fill="#1a66d1" opacity=".3" />
      <path d="M154 106v20" stroke="#1a66d1" strokeWidth="2.5" />
      <rect x="154" y="92" width="34" height="15" rx="4" fill="#1a66d1" />
      <rect x="248" y="158" width="88" height="14" rx="4" fill="#8f73ff" opacity=".34" />
      <path d="M336 155v20" stroke="#8f73ff" strokeWidth="2.5" />
      <rect x="336" y="141" width="34" height="15" rx="4" fill="#8f73ff" />
      <circle cx="92" cy="42" r="16" fill="#1a66d1" stroke="var(--page)" strokeWidth="4" />
      <circle cx="116" cy="42" r="16" fill="#8f73ff" stroke="var(--page)" strokeWidth="4" />
      <circle cx="140" cy="42" r="16" fill="#3d7449" stroke="var(--page)" strokeWidth="4" />
    </svg>
  )
}
