import { useT } from '../../i18n/useT.ts'
import { schemaTables } from './schemaTables.ts'

export interface SchemaBrowserProps {
  /** Writes a name where the cursor is. */
  onName: (name: string) => void
}

/** The tables and columns that a statement can read, with what they mean; a click writes the name. */
export function SchemaBrowser({ onName }: SchemaBrowserProps) {
  const t = useT()
  return (
    <section className="console-schema" aria-label={t('console.schema')}>
      <h2>{t('console.schema')}</h2>
      {schemaTables.map(({ name, meaning, columns }) => (
        <details key={name}>
          <summary>
            <code>{name}</code>
            <small>{t(meaning)}</small>
          </summary>
          <ul>
            <li>
              <button type="button" onClick={() => onName(name)}>
                <code>{name}</code>
                <small>{t('console.writeName')}</small>
              </button>
            </li>
            {columns.map((column) => (
              <li key={column.name}>
                <button type="button" onClick={() => onName(column.name)}>
                  <code>
                    {column.name} <span className="console-type">{column.type}</span>
                  </code>
                  <small>{t(column.meaning)}</small>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
