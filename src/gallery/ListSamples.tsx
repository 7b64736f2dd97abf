import { useT } from '../i18n/useT.ts'
import { Panel } from '../ui/dialogs/Panel.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { PlusIcon } from '../ui/icons.ts'
import { List } from '../ui/lists/List.tsx'
import type { Scheme } from '../ui/theme.ts'
import { manyRows } from './sampleData.ts'

const HOUR = 3_600_000

export function ListSamples({ name, when }: { name: Scheme; when: (time: number) => string }) {
  const t = useT()
  return (
    <>
      <div className="gallery-frame gallery-list">
        <List
          label={t('source.list')}
          items={manyRows}
          keyOf={(row) => row.id}
          rowHeight={44}
          row={(row) => (
            <div className="gallery-list-row">
              <span>{row.title}</span>
              <span>{when(Date.now() - row.id * HOUR)}</span>
            </div>
          )}
        />
      </div>
      <Panel
        title={`${t('project.sources')} (${t(`settings.theme.${name}`)})`}
        actions={
          <Button kind="quiet" icon={PlusIcon}>
            {t('source.add')}
          </Button>
        }
      >
        {t('source.noneText')}
      </Panel>
    </>
  )
}
