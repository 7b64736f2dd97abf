import { useT } from '../../i18n/useT.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { Keys } from '../../ui/Keys.tsx'

export interface ShortcutArea {
  heading: string
  rows: readonly {
    title: string
    /** When it does something else. */
    note?: string | undefined
    /** As `Mod+K`; alternatives. `single`: it can be switched off. */
    keys: readonly { keys: string; single: boolean }[]
  }[]
}

interface ShortcutListProps {
  areas: readonly ShortcutArea[]
  letterKeys: boolean
  onLetterKeys: (on: boolean) => void
}

/** Every key by the place where it works, and the switch for those that are single letters or signs (WCAG 2.1.4). */
export function ShortcutList({ areas, letterKeys, onLetterKeys }: ShortcutListProps) {
  const t = useT()
  return (
    <>
      <Switch
        label={t('settings.letterKeys')}
        note={t('settings.letterKeysHint')}
        checked={letterKeys}
        onChange={onLetterKeys}
      />
      <div className="shortcuts">
        {areas.map(({ heading, rows }) => (
          <section key={heading} className="shortcuts-area">
            <h3>{heading}</h3>
            <dl>
              {rows.map(({ title, note, keys }) => (
                <div key={title} className="shortcuts-row">
                  <dt>
                    {title}
                    {note && <small>{note}</small>}
                  </dt>
                  <dd>
                    {keys.map(({ keys, single }) => (
                      <Keys key={keys} of={keys} off={single && !letterKeys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}
