import { type ReactNode, Suspense } from 'react'
import { Slideshow } from '../features/account/Slideshow.tsx'
import { useT } from '../i18n/useT.ts'
import { Logo } from './Logo.tsx'
import { late } from './late.ts'

const LanguageMenu = late(async () => (await import('./LanguageMenu.tsx')).LanguageMenu)
const ThemeMenu = late(async () => (await import('./ThemeMenu.tsx')).ThemeMenu)
const HelpMenu = late(async () => (await import('./HelpMenu.tsx')).HelpMenu)

/** 1 §2, aside: a panel with pictures at the left, the form at the right; on a phone the form alone. */
export function AsideLayout({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div className="aside">
      <aside className="aside-panel">
        <Slideshow />
      </aside>
      <div className="aside-side">
        <header className="aside-top">
          <div className="projects-brand">
            <Logo size={36} />
            <div>
              <p className="projects-name">{t('app.name')}</p>
              <p className="projects-tagline">{t('app.tagline')}</p>
            </div>
          </div>
          <div className="projects-choices">
            <Suspense>
              <LanguageMenu />
              <ThemeMenu />
              <HelpMenu />
            </Suspense>
          </div>
        </header>
        <main className="aside-main">{children}</main>
      </div>
    </div>
  )
}
