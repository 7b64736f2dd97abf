import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, type ReactNode, Suspense } from 'react'
import { TooltipLayer } from './feedback/TooltipLayer.tsx'

// Not needed for the first paint: toasts shown before it has loaded wait for it.
const Toaster = lazy(async () => ({ default: (await import('./feedback/Toaster.tsx')).Toaster }))

const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name$="-nonce"]')?.content || undefined

/** Around the whole page: the style nonce for floating parts, tooltips and toasts. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce()}>
      {children}
      <TooltipLayer />
      <Suspense>
        <Toaster />
      </Suspense>
    </CSPProvider>
  )
}
