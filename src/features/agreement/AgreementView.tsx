import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { saveTable } from '../../data/files/saveTable.ts'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { formatList, formatLocale } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { AgreementAsked, AnalysisValue, Coder } from '../../model/queries.ts'
import { agreementRows } from '../../model/rules/analysis/agreementTable.ts'
import { editorOf } from '../../state/editor.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { AgreementIcon, DownloadIcon } from '../../ui/icons.ts'
import type { DataOrder } from '../../ui/lists/DataTable.tsx'
import { type AgreementChoice, AgreementChoices } from './AgreementChoices.tsx'
import { AgreementHelp } from './AgreementHelp.tsx'
import { AgreementTable, type AgreementTableColumn, useAgreementColumns } from './AgreementTable.tsx'
import { Differences } from './Differences.tsx'

/** How far authors agree who have coded the same texts, quirk by quirk. */
export function AgreementView({ onPassage }: ViewProps) {
  const t = useT()
  const { value, problem } = useAnalysis('coders', {})
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  if (!value) return <Skeleton lines={8} />
  if (value.coders.length < 2)
    return (
      <EmptyState icon={AgreementIcon} title={t('agreement.needsTwo')}>
        {t('agreement.needsTwoText', { n: value.coders.length })}
      </EmptyState>
    )
  return <Compared coders={value.coders} onPassage={onPassage} />
}

function Compared({ coders, onPassage }: { coders: readonly Coder[] } & Pick<ViewProps, 'onPassage'>) {
  const t = useT()
  const project = useProject()
  const shown = useShownQuirks(useSnapshot(editorOf(project.uuid)).uncheckedGroups)
  const [choice, choose] = useState<AgreementChoice>(() => ({
    authors: coders.slice(0, 2).map(({ author }) => author),
    level: 'character',
    sourceIds: [],
    questionIds: [],
  }))
  const [opened, open] = useState<number | null>(null)
  const authors = useMemo(
    () => choice.authors.filter((author) => coders.some((coder) => coder.author === author)),
    [choice.authors, coders],
  )
  const asked: Omit<AgreementAsked, 'quirkIds'> = {
    authors,
    ...(choice.sourceIds.length > 0 && { sourceIds: choice.sourceIds }),
    ...(choice.questionIds.length > 0 && { questionIds: choice.questionIds }),
  }
  const isAsked = authors.length > 1 && shown !== undefined
  const quirkIds = useMemo(() => (shown ? [...shown] : null), [shown])
  const { value, problem, waiting } = useAnalysis('agreement', isAsked ? { ...asked, quirkIds } : null)
  const quirks = useRows('quirks', {})
  const save = async (order: DataOrder, columns: readonly AgreementTableColumn[]) => {
    const shownColumns = columns.map(({ key, name }) => ({ key, name }))
    const words = { together: t('agreement.together'), untitled: t('quirk.untitled') }
    const table = { order, columns: shownColumns, words, language: formatLocale() }
    const saved = await saveTable(
      project,
      'agreementFile',
      { ...asked, quirkIds, level: choice.level, ...table },
      t('agreement.title'),
    )
    if (isProblem(saved)) showProblem(saved.problem)
  }
  const title = opened === null ? undefined : quirks?.get(opened)?.title.trim() || t('quirk.untitled')
  return (
    <section className="agreement" aria-label={t('agreement.title')}>
      <header className="agreement-head" data-keep-clear>
        <AgreementChoices
          coders={coders}
          choice={{ ...choice, authors }}
          onChange={(change) => choose((before) => ({ ...before, ...change }))}
        />
      </header>
      {authors.length < 2 ? (
        <EmptyState icon={AgreementIcon} title={t('agreement.chooseTwo')}>
          {t('agreement.chooseTwoText')}
        </EmptyState>
      ) : problem ? (
        <ErrorState>{problemText(problem)}</ErrorState>
      ) : !value || !quirks || (waiting && value.levels.character.length < 2) ? (
        <Skeleton lines={8} />
      ) : (
        <div className="agreement-body">
          <AgreementResult
            // What was counted for other authors has other columns.
            value={waiting ? null : value}
            authors={authors}
            level={choice.level}
            quirks={quirks as ReadonlyMap<number, { title: string; color: string }>}
            opened={opened}
            onOpen={(quirkId) => open(quirkId === opened ? null : quirkId)}
            onSave={(order, columns) => void save(order, columns)}
          />
          {opened !== null && title !== undefined && (
            <Differences
              key={`${opened} ${authors.join()}`}
              quirkId={opened}
              title={title}
              asked={asked}
              level={choice.level}
              onClose={() => open(null)}
              onPassage={onPassage}
            />
          )}
        </div>
      )}
    </section>
  )
}

export interface AgreementResultProps {
  /** null: on its way. */
  value: AnalysisValue<'agreement'> | null
  authors: readonly string[]
  level: AgreementChoice['level']
  quirks: ReadonlyMap<number, { title: string; color: string }>
  opened: number | null
  onOpen: (quirkId: number) => void
  /** As a file, as it is shown. */
  onSave: (order: DataOrder, columns: readonly AgreementTableColumn[]) => void
}

/** What came of it: in how many texts, and the table. */
export function AgreementResult(props: AgreementResultProps) {
  const { value, authors, level, quirks, opened, onOpen, onSave } = props
  const t = useT()
  const [order, setOrder] = useState<DataOrder>({ key: 'alpha', descending: false })
  const columns = useAgreementColumns(authors, level)
  const rows = useMemo(() => {
    const words = { together: t('agreement.together'), untitled: t('quirk.untitled') }
    return value && agreementRows(value.levels[level], quirks, words)
  }, [value, level, quirks, t])
  if (value?.texts === 0)
    return (
      <EmptyState icon={AgreementIcon} title={t('agreement.noTexts')}>
        {t('agreement.noTextsText')}
      </EmptyState>
    )
  return (
    <div className="agreement-main">
      <div className="agreement-said">
        <p role="status">
          {value &&
            t('agreement.of', {
              texts: value.texts,
              characters: value.characters,
              quirks: value.levels[level].length - 1,
            })}{' '}
          {t(level === 'character' ? 'agreement.byCharacterText' : 'agreement.byOverlapShort')}{' '}
          {t(level === 'character' ? 'agreement.inCharacters' : 'agreement.inStretches', {
            columns: formatList(columns.filter(({ isCount }) => isCount).map(({ title }) => title)),
          })}
        </p>
        <AgreementHelp />
        <IconButton
          icon={DownloadIcon}
          label={t('agreement.save')}
          disabled={!rows}
          onClick={() => onSave(order, columns)}
        />
      </div>
      {rows === null ? (
        <Skeleton lines={8} />
      ) : (
        <div className="agreement-table">
          <AgreementTable
            rows={rows}
            authors={authors}
            level={level}
            order={order}
            onOrder={setOrder}
            opened={opened}
            onOpen={onOpen}
          />
        </div>
      )}
    </div>
  )
}
