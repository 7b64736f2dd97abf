import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, type ReactNode, Suspense } from 'react'
import { TooltipLayer } from './feedback/TooltipLayer.tsx'
import { styleNonce } from './styleNonce.ts'

// Not needed for the first paint: toasts shown before it has loaded wait for it.
const Toaster = lazy(async () => ({ default: (await import('./feedback/Toaster.tsx')).Toaster }))

/** Around the whole page: the style nonce for floating parts, tooltips and toasts. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={styleNonce() || undefined}>
      {children}
      <TooltipLayer />
      <Suspense>
        <Toaster />
      </Suspense>
    </CSPProvider>
  )
}
