import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Security.module.css'

/** Whether earn products are bought with the withdrawal password: on at once, off by that password (docs/rules/earn.md). */
export function PurchasePasswordSwitch({ user }: { user: User }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [isLeaving, setLeaving] = useState(false)
  const { save, isBusy, error } = useIdempotentWrite(factors.askOnPurchases, { onDone: () => setLeaving(false) })
  return (
    <div className={styles.switch}>
      <Switch
        label={t`Withdrawal password on purchases`}
        hint={t`Asked for before money goes into an earn product`}
        checked={user.asksOnPurchases === 1}
        disabled={!isOnline || isBusy}
        onChange={(next) => (next ? save({ on: true }) : setLeaving(true))}
      />
      {isLeaving ? (
        <TurnOff
          isBusy={isBusy}
          error={error}
          onConfirm={(safePassword) => save({ on: false, safePassword })}
          onClose={() => setLeaving(false)}
        />
      ) : (
        <ErrorMessage failure={error} />
      )}
    </div>
  )
}

interface TurnOffProps {
  isBusy: boolean
  error: Parameters<typeof ErrorMessage>[0]['failure']
  onConfirm(safePassword: string): void
  onClose(): void
}

function TurnOff({ isBusy, error, onConfirm, onClose }: TurnOffProps) {
  const { t } = useLingui()
  const [digits, setDigits] = useState('')
  const isWhole = digits.length === oneTimeCodeLength
  const isWrong = error?.key === 'SAFE_PASSWORD_WRONG'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) onConfirm(digits)
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Withdrawal password on purchases`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <SixDigitField
          secret
          label={t`Withdrawal password`}
          value={digits}
          onChange={setDigits}
          error={isWrong ? error.message : undefined}
        />
        {!isWrong && <ErrorMessage failure={error} />}
        <Button type="submit" size="large" wide busy={isBusy} disabled={!isWhole}>
          <Trans>Turn off</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
