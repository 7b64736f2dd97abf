import type { ReactNode } from 'react'
import { Slideshow } from '../features/account/Slideshow.tsx'
import { TopBar } from './TopBar.tsx'

/** 1 §2, aside: a panel with pictures at the left, the form at the right; on a phone the form alone. */
export function AsideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="aside">
      <aside className="aside-panel">
        <Slideshow />
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
