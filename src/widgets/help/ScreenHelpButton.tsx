import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { createOutlineIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { ScreenHelpSheetProps } from './ScreenHelpSheet.tsx'
import { screenPathsWithoutHelp } from './withoutHelp.ts'

const Question = createOutlineIcon('M12 20a8 8 0 1 1 4-1.1M9.7 9.7a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.2.9-1.2 1.7M12 16.2v.1')
const ScreenHelpSheet = lazy<ComponentType<ScreenHelpSheetProps>>(() => withWords('help', () => import('./ScreenHelpSheet.tsx')))

/** The way to help on what a screen is about; nothing where there is none. Which articles that are is known once it is pressed. */
export function ScreenHelpButton({ of }: { of: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState<boolean>()
  if (screenPathsWithoutHelp.includes(of)) return null
  return (
    <>
      <IconButton icon={<Question />} label={t`Help with this screen`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen !== undefined && (
        <Suspense>
          <ScreenHelpSheet open={isOpen} onClose={() => setOpen(false)} of={of} />
        </Suspense>
      )}
    </>
  )
}
