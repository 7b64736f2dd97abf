import { useAnalysis, useValue } from '../../data/live/useLive.ts'
import { facts } from '../../data/server/serverFacts.ts'
import { formatDecimal, formatShare } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Coder } from '../../model/queries.ts'
import { mostCoders } from '../../model/rules/analysis/agreement.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CiteDialog, Taken } from './CiteDialog.tsx'

/** The same in an open project, with a paragraph about it. */
export function ProjectCiteDialog({ onClose }: { onClose: () => void }) {
  return (
    <CiteDialog onClose={onClose}>
      <ProjectMethods />
    </CiteDialog>
  )
}

/** For the chapter on methods: how much was coded, with what, by how many, and how far they agree. */
function ProjectMethods() {
  const t = useT()
  const totals = useValue('totals', {})
  const { value, problem } = useAnalysis('coders', {})
  const agreement = useAgreed(value?.coders)
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  if (!totals || !value || agreement === undefined) return <Skeleton lines={4} />
  const { version } = facts()
  const coded = t('cite.methodsText', { ...totals, coders: value.coders.length, version })
  return <Taken title={t('cite.methods')} text={agreement ? `${coded} ${agreement}` : coded} />
}

/** How far everybody who coded agrees, in a sentence; undefined: on its way; null: there is nothing to compare. */
function useAgreed(coders: readonly Coder[] | undefined): string | null | undefined {
  const t = useT()
  const isCompared = coders !== undefined && coders.length > 1 && coders.length <= mostCoders
  const authors = coders?.map(({ author }) => author) ?? []
  const { value, problem } = useAnalysis('agreement', isCompared ? { authors, quirkIds: null } : null)
  if (!coders || (isCompared && !value && !problem)) return undefined
  const whole = value?.levels.character.find(({ quirkId }) => quirkId === null)
  if (!isCompared || !value || value.texts === 0 || whole?.alpha == null || whole.percent == null) return null
  return t('cite.agreement', {
    texts: value.texts,
    percent: formatShare(whole.percent),
    alpha: formatDecimal(whole.alpha, 2),
  })
}
