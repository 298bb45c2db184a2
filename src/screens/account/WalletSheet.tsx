import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import { ApiError } from '#api/apiError.ts'
import { send } from '#api/send.ts'
import { deviceId } from '#device/deviceId.ts'
import { connectWallet, type FoundWallet, signWithWallet, useWallets } from '#device/wallets.ts'
import { Empty } from '#ui/Empty.tsx'
import { Wallet } from '#ui/icons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { SecondStep } from './enter.ts'
import { JoinStep, type Joining } from './JoinStep.tsx'
import { finishSignIn } from './otherSignIn.ts'
import styles from './SignIn.module.css'
import { useWalletWords } from './useWalletWords.ts'
import sheet from './WalletSheet.module.css'
import { type WalletOffer, WalletChoice, WordsToSign } from './WalletSteps.tsx'

interface WalletSheetProps {
  onClose: () => void
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondStep | undefined) => void
}

/** A sign-in with a wallet: which one, the exact words that are signed, and for somebody new the agreement. */
export function WalletSheet({ onClose, onDone }: WalletSheetProps) {
  const { t } = useLingui()
  const [signed, setSigned] = useState<{ offer: WalletOffer; signature: string }>()
  const offering = useMutation<WalletOffer, Error, FoundWallet>({
    mutationFn: async (wallet) => {
      const account = await connectWallet(wallet)
      const { message } = await send(signInMethods.walletNonce, account)
      return { wallet, address: account.address, message }
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const signing = useMutation<SecondStep | undefined, Error, { offer: WalletOffer; signature?: string; joining?: Joining }>({
    mutationFn: async ({ offer, joining, ...earlier }) => {
      const { wallet, address, message } = offer
      const signature = earlier.signature ?? (await signWithWallet(wallet, address, message))
      setSigned({ offer, signature })
      const reply = await send(signInMethods.walletSignIn, { message, signature, address, deviceId: deviceId(), ...joining })
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
  const sign = (offer: WalletOffer) =>
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
        <WordsToSign
          offer={offer}
          isBusy={signing.isPending}
          error={failure}
          onSign={() => sign(offer)}
          onAnew={() => begin(offer.wallet)}
        />
      ) : (
        <Choice chosen={offering.isPending ? offering.variables : undefined} error={words(offering.error)} onChoose={begin} />
      )}
    </Sheet>
  )
}

const isApi = (error: Error, key: string): boolean => error instanceof ApiError && error.key === key

interface ChoiceProps {
  chosen: FoundWallet | undefined
  error: string | undefined
  onChoose: (wallet: FoundWallet) => void
}

function Choice({ chosen, error, onChoose }: ChoiceProps) {
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
      <WalletChoice wallets={wallets} chosen={chosen} error={error} onChoose={onChoose} />
    </div>
  )
}
