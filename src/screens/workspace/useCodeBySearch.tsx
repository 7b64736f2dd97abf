import { type ReactNode, Suspense, useState } from 'react'
import type { CodeBySearchProps } from '../../features/codeBySearch/CodeBySearch.tsx'
import { QuirkField } from '../../features/quirks/QuirkField.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

const CodeBySearch = lazyPart(async () => (await import('../../features/codeBySearch/CodeBySearch.tsx')).CodeBySearch)

/** Highlighting all hits of a search: `dialogs` is to be drawn. */
export function useCodeBySearch(onHighlighted: CodeBySearchProps['onHighlighted']): {
  codeBySearch: (text: string) => void
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState({ turn: 0, open: false, start: '' })
  const dialogs = asked.turn > 0 && (
    <Suspense>
      <CodeBySearch
        key={asked.turn}
        open={asked.open}
        start={asked.start}
        onClose={() => setAsked((before) => ({ ...before, open: false }))}
        quirkField={(slot) => <QuirkField {...slot} />}
        onHighlighted={onHighlighted}
      />
    </Suspense>
  )
  return {
    codeBySearch: (start) => setAsked(({ turn }) => ({ turn: turn + 1, open: true, start })),
    dialogs,
  }
}
