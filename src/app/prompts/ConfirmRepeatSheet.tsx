import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { RepeatConfirmation } from '#api/confirmRepeat.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { loadingOverlayStore, showLoadingOverlay } from '../status/loadingOverlay.ts'
import { Stack } from '#ui/Stack.tsx'

/** Asks whether what was done a moment ago is meant to be done once more. */
export function ConfirmRepeatSheet({ question: { message, answer } }: { question: RepeatConfirmation }) {
  // Nothing loads while it is the person who is waited for; with a yes it does again, until the write is over.
  useEffect(() => loadingOverlayStore.set((now) => ({ ...now, isLoading: false })), [])
  const repeat = () => {
    showLoadingOverlay()
    answer(true)
  }
  return (
    <BottomSheet open onClose={() => answer(false)} title={message}>
      <Stack gap={4}>
        <p>
          <Trans>It went through once. If you do it again, it counts twice.</Trans>
        </p>
        <Button size="large" wide onClick={repeat}>
          <Trans>Do it again</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={() => answer(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
