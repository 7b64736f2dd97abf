import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../ui/lazyPart.ts'
import { TopBar } from './TopBar.tsx'

const Slideshow = lazyPart(async () => (await import('../features/account/Slideshow.tsx')).Slideshow)

/** 1 §2, aside: a panel with pictures at the left, the form at the right; on a phone the form alone. */
export function AsideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="aside">
      <aside className="aside-panel">
        <Suspense>
          <Slideshow />
        </Suspense>
      </aside>
      <div className="aside-side">
        <TopBar className="aside-top" />
        <main className="aside-main" data-toast-place>
          {children}
        </main>
      </div>
    </div>
  )
}
