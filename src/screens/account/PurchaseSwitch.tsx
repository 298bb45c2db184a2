import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Switch } from '#ui/Switch.tsx'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { codeLength } from '#widgets/oneTimeCode.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { useSaving } from '#widgets/useSaving.ts'
import styles from './Security.module.css'

/** Whether earn products are bought with the withdrawal password: on at once, off by that password (product §1.4 call 64). */
export function PurchaseSwitch({ user }: { user: User }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [isLeaving, setLeaving] = useState(false)
  const { save, isBusy, error } = useSaving(factors.askOnPurchases, () => setLeaving(false))
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
        <Failure failure={error} />
      )}
    </div>
  )
}

interface TurnOffProps {
  isBusy: boolean
  error: Parameters<typeof Failure>[0]['failure']
  onConfirm(safePassword: string): void
  onClose(): void
}

function TurnOff({ isBusy, error, onConfirm, onClose }: TurnOffProps) {
  const { t } = useLingui()
  const [digits, setDigits] = useState('')
  const isWhole = digits.length === codeLength
  const isWrong = error?.key === 'SAFE_PASSWORD_WRONG'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) onConfirm(digits)
  }
  return (
    <Sheet open onClose={onClose} title={t`Withdrawal password on purchases`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <DigitsField
          secret
          label={t`Withdrawal password`}
          value={digits}
          onChange={setDigits}
          error={isWrong ? error.message : undefined}
        />
        {!isWrong && <Failure failure={error} />}
        <Button type="submit" size="large" wide busy={isBusy} disabled={!isWhole}>
          <Trans>Turn off</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
