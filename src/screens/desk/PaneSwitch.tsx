import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { CanvasIcon, type Icon, ListIcon, ReadIcon } from '../../ui/icons.ts'

const panes = {
  canvas: { label: 'project.canvas', Mark: CanvasIcon },
  quirks: { label: 'phone.quirks', Mark: ListIcon },
  text: { label: 'project.sidebar', Mark: ReadIcon },
} as const satisfies Record<string, { label: MessageKey; Mark: Icon }>

export type Pane = keyof typeof panes

interface PaneSwitchProps<P extends Pane> {
  /** Those to choose from, in their order. */
  of: readonly P[]
  /** null: none of them is shown. */
  pane: P | null
  /** What stands in place of the canvas. */
  view?: string | undefined
  onChange: (pane: P) => void
}

/** In a narrow window quirks and text do not fit side by side: one of them at a time. */
export function PaneSwitch<P extends Pane>({ of, pane: shown, view, onChange }: PaneSwitchProps<P>) {
  const t = useT()
  return (
    <div className="pane-switch">
      {of.map((pane) => {
        const { label, Mark } = panes[pane]
        return (
          <button key={pane} type="button" aria-pressed={pane === shown} onClick={() => onChange(pane)}>
            <Mark aria-hidden />
            <span>{(pane === 'canvas' && view) || t(label)}</span>
          </button>
        )
      })}
    </div>
  )
}
