import { Trans, useLingui } from '@lingui/react/macro'
import type { BrowserWallet } from '#device/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import sheet from './WalletSignInSheet.module.css'

/** What one wallet is to sign. */
export interface WalletSignRequest {
  wallet: BrowserWallet
  address: string
  message: string
}

interface WalletPickerProps {
  wallets: readonly BrowserWallet[]
  chosen: BrowserWallet | undefined
  /** Whether one can be chosen already. */
  isReady?: boolean
  error: string | undefined
  onChoose: (wallet: BrowserWallet) => void
}

/** The wallets of this browser, to choose one. */
export function WalletPicker({ wallets, chosen, isReady = true, error, onChoose }: WalletPickerProps) {
  const { t } = useLingui()
  return (
    <>
      <Card flush className={isReady ? undefined : sheet.waiting}>
        {wallets.map((wallet) => (
          <ListRow
            key={wallet.id}
            leading={wallet.icon ? <img className={sheet.picture} src={wallet.icon} alt="" /> : <WalletIcon />}
            title={wallet.name || t`Wallet of this browser`}
            subtitle={chosen?.id === wallet.id ? t`Waiting for the wallet…` : undefined}
            trailing={<ChevronRightIcon />}
            disabled={!isReady || chosen !== undefined}
            onClick={() => onChoose(wallet)}
          />
        ))}
      </Card>
      {error && (
        <Text role="alert" weight="medium" tone="error">
          {error}
        </Text>
      )}
    </>
  )
}

interface MessageToSignProps {
  offer: WalletSignRequest
  isBusy: boolean
  error: string | undefined
  onSign: () => void
  onAnew: () => void
}

/** The exact words, before the wallet shows them. */
export function SignWalletMessageStep({ offer, isBusy, error, onSign, onAnew }: MessageToSignProps) {
  const { t } = useLingui()
  return (
    <Stack gap={4}>
      <p>
        <Trans>Your wallet will show exactly these words. Signing them costs nothing and moves nothing.</Trans>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long words scroll, also by keyboard */}
      <pre className={sheet.message} tabIndex={0} aria-label={t`The words to sign`}>
        {offer.message}
      </pre>
      {error && (
        <Text role="alert" weight="medium" tone="error">
          {error}
        </Text>
      )}
      <Button size="large" wide busy={isBusy} onClick={onSign}>
        <Trans>Sign in the wallet</Trans>
      </Button>
      {error && (
        <Button kind="quiet" wide disabled={isBusy} onClick={onAnew}>
          <Trans>Begin with new words</Trans>
        </Button>
      )}
    </Stack>
  )
}
