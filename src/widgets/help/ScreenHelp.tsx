import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { path, type ScreenName } from '#sitemap'
import { line } from '#ui/icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { articlesOf, helpOf } from './helpOf.ts'

const Question = line('M12 20a8 8 0 1 1 4-1.1M9.7 9.7a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.2.9-1.2 1.7M12 16.2v.1')
const HelpSheet = lazy(() => import('./HelpSheet.tsx'))

const names = Object.keys(helpOf) as ScreenName[]

/** The way to help on what a screen is about; nothing where there is none. Comes after the screen itself. */
export default function ScreenHelp({ of }: { of: string }) {
  const { t } = useLingui()
  const search = useLocation({ select: (at) => at.search as { mode?: unknown; type?: unknown; kind?: unknown } })
  const [isOpen, setOpen] = useState<boolean>()
  const screen = names.find((name) => path[name] === of)
  const articles = screen && articlesOf(screen, search)
  if (!articles) return null
  return (
    <>
      <IconButton icon={<Question />} label={t`Help with this screen`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <Suspense>
          <HelpSheet open={isOpen} onClose={() => setOpen(false)} ids={articles} />
        </Suspense>
      )}
    </>
  )
}
