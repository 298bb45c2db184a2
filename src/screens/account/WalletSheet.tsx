import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import { ApiError } from '#api/apiError.ts'
import { send } from '#api/send.ts'
import { connectWallet, type FoundWallet, isTurnedDown, signWithWallet, useWallets } from '#device/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ChevronRight, Wallet } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { SecondStep } from './enter.ts'
import { JoinStep, type Joining } from './JoinStep.tsx'
import { finishSignIn } from './otherSignIn.ts'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import sheet from './WalletSheet.module.css'

interface WalletSheetProps {
  onClose: () => void
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondStep | undefined) => void
}

interface Offer {
  wallet: FoundWallet
  address: string
  message: string
}

/** A sign-in with a wallet: which one, the exact words that are signed, and for somebody new the agreement. */
export function WalletSheet({ onClose, onDone }: WalletSheetProps) {
  const { t } = useLingui()
  const [signed, setSigned] = useState<{ offer: Offer; signature: string }>()
  const offering = useMutation<Offer, Error, FoundWallet>({
    mutationFn: async (wallet) => {
      const account = await connectWallet(wallet)
      const { message } = await send(signInMethods.walletNonce, account)
      return { wallet, address: account.address, message }
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const signing = useMutation<SecondStep | undefined, Error, { offer: Offer; signature?: string; joining?: Joining }>({
    mutationFn: async ({ offer, joining, ...earlier }) => {
      const { wallet, address, message } = offer
      const signature = earlier.signature ?? (await signWithWallet(wallet, address, message))
      setSigned({ offer, signature })
      const reply = await send(signInMethods.walletSignIn, { message, signature, address, ...joining })
      return finishSignIn(reply, joining ? 'new' : 'known')
    },
    onSuccess: onDone,
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const [isJoining, setJoining] = useState(false)
  const words = useWalletWords()
  const begin = (wallet: FoundWallet) => {
    signing.reset()
    setJoining(false)
    offering.mutate(wallet)
  }
  const sign = (offer: Offer) =>
    signing.mutate(
      { offer },
      {
        onError: (error) => {
          if (isApi(error, 'AGREEMENT_REQUIRED')) setJoining(true)
        },
      },
    )
  const join = (joining: Joining) => {
    if (!signed) return
    signing.mutate(
      { ...signed, joining },
      {
        onError: (error) => {
          // The words were good for five minutes: they are asked for anew, and signed again.
          if (isApi(error, 'NONCE_EXPIRED')) begin(signed.offer.wallet)
        },
      },
    )
  }
  const offer = offering.data
  const failure = signing.error && !isApi(signing.error, 'AGREEMENT_REQUIRED') ? words(signing.error) : undefined
  return (
    <Sheet open onClose={onClose} title={isJoining ? t`Create an account` : t`Sign in with a wallet`}>
      {isJoining ? (
        <JoinStep isBusy={signing.isPending} error={failure} onJoin={join} />
      ) : offer ? (
        <ToSign offer={offer} isBusy={signing.isPending} error={failure} onSign={() => sign(offer)} onAnew={() => begin(offer.wallet)} />
      ) : (
        <Choice chosen={offering.isPending ? offering.variables : undefined} error={words(offering.error)} onChoose={begin} />
      )}
    </Sheet>
  )
}

const isApi = (error: Error, key: string): boolean => error instanceof ApiError && error.key === key

/** What a wallet's or the server's no means. */
function useWalletWords(): (error: Error | null) => string | undefined {
  const { t } = useLingui()
  const words = useFailureWords()
  return (error) => {
    if (!error) return undefined
    if (error instanceof ApiError) return words(error)
    return isTurnedDown(error)
      ? t`You turned it down in the wallet. Nothing happened.`
      : t`The wallet did not answer. Open it, then try again.`
  }
}

interface ChoiceProps {
  chosen: FoundWallet | undefined
  error: string | undefined
  onChoose: (wallet: FoundWallet) => void
}

function Choice({ chosen, error, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const wallets = useWallets()
  if (wallets.length === 0) {
    return (
      <Empty
        drawing={<Wallet />}
        text={<Trans>No wallet was found in this browser. Open this page in your wallet's own browser, or sign in another way.</Trans>}
      />
    )
  }
  return (
    <div className={styles.form}>
      <p className={sheet.quiet}>
        <Trans>This costs nothing and moves nothing: you only sign a short text.</Trans>
      </p>
      <Card flush>
        {wallets.map((wallet) => (
          <ListRow
            key={wallet.id}
            leading={wallet.icon ? <img className={sheet.picture} src={wallet.icon} alt="" /> : <Wallet />}
            title={wallet.name || t`Wallet of this browser`}
            subtitle={chosen?.id === wallet.id ? t`Waiting for the wallet…` : undefined}
            trailing={<ChevronRight />}
            disabled={chosen !== undefined}
            onClick={() => onChoose(wallet)}
          />
        ))}
      </Card>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

interface ToSignProps {
  offer: Offer
  isBusy: boolean
  error: string | undefined
  onSign: () => void
  onAnew: () => void
}

function ToSign({ offer, isBusy, error, onSign, onAnew }: ToSignProps) {
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
