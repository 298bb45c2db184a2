import { Trans, useLingui } from '@lingui/react/macro'
import type { FoundWallet } from '#device/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ChevronRight, Wallet } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import styles from './SignIn.module.css'
import sheet from './WalletSheet.module.css'

/** What one wallet is to sign. */
export interface WalletOffer {
  wallet: FoundWallet
  address: string
  message: string
}

interface WalletChoiceProps {
  wallets: readonly FoundWallet[]
  chosen: FoundWallet | undefined
  /** Whether one can be chosen already. */
  isReady?: boolean
  error: string | undefined
  onChoose: (wallet: FoundWallet) => void
}

/** The wallets of this browser, to choose one. */
export function WalletChoice({ wallets, chosen, isReady = true, error, onChoose }: WalletChoiceProps) {
  const { t } = useLingui()
  return (
    <>
      <Card flush className={isReady ? undefined : sheet.waiting}>
        {wallets.map((wallet) => (
          <ListRow
            key={wallet.id}
            leading={wallet.icon ? <img className={sheet.picture} src={wallet.icon} alt="" /> : <Wallet />}
            title={wallet.name || t`Wallet of this browser`}
            subtitle={chosen?.id === wallet.id ? t`Waiting for the wallet…` : undefined}
            trailing={<ChevronRight />}
            disabled={!isReady || chosen !== undefined}
            onClick={() => onChoose(wallet)}
          />
        ))}
      </Card>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}

interface WordsToSignProps {
  offer: WalletOffer
  isBusy: boolean
  error: string | undefined
  onSign: () => void
  onAnew: () => void
}

/** The exact words, before the wallet shows them. */
export function WordsToSign({ offer, isBusy, error, onSign, onAnew }: WordsToSignProps) {
  const { t } = useLingui()
  return (
    <div className={styles.form}>
      <p>
        <Trans>Your wallet will show exactly these words. Signing them costs nothing and moves nothing.</Trans>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long words scroll, also by keyboard */}
      <pre className={sheet.message} tabIndex={0} aria-label={t`The words to sign`}>
        {offer.message}
      </pre>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button size="large" wide busy={isBusy} onClick={onSign}>
        <Trans>Sign in the wallet</Trans>
      </Button>
      {error && (
        <Button kind="quiet" wide disabled={isBusy} onClick={onAnew}>
          <Trans>Begin with new words</Trans>
        </Button>
      )}
    </div>
  )
}
