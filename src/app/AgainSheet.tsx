import { Trans } from '@lingui/react/macro'
import type { AgainQuestion } from '#api/again.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './GuestSheet.module.css'

/** Asks whether what was done a moment ago is meant to be done once more. */
export function AgainSheet({ question: { message, answer } }: { question: AgainQuestion }) {
  return (
    <Sheet open onClose={() => answer(false)} title={message}>
      <div className={styles.words}>
        <p>
          <Trans>It went through once. If you do it again, it counts twice.</Trans>
        </p>
        <Button size="large" wide onClick={() => answer(true)}>
          <Trans>Do it again</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={() => answer(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Sheet>
  )
}
