import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import { ApiError } from '#api/apiError.ts'
import { sendApiCall } from '#api/send.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { connectWallet, type BrowserWallet, signWithWallet, useBrowserWallets } from '#device/wallets.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import type { SecondFactorChallenge } from './startSession.ts'
import { RegistrationConsentStep, type RegistrationConsent } from '../register/RegistrationConsentStep.tsx'
import { completeSignInSignUpOrChallenge } from './passkeySignIn.ts'
import { Stack } from '#ui/Stack.tsx'
import { useWalletErrorMessages } from './useWalletErrorMessages.ts'
import sheet from './WalletSignInSheet.module.css'
import { type WalletSignRequest, WalletPicker, SignWalletMessageStep } from './WalletSteps.tsx'

interface WalletSignInSheetProps {
  onClose: () => void
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondFactorChallenge | undefined) => void
}

/** A sign-in with a wallet: which one, the exact words that are signed, and for somebody new the agreement. */
export function WalletSignInSheet({ onClose, onDone }: WalletSignInSheetProps) {
  const { t } = useLingui()
  const { offering, signing, isJoining, begin, sign, join } = useWalletSignIn(onDone)
  const words = useWalletErrorMessages()
  const offer = offering.data
  const failure = signing.error && !isApi(signing.error, 'AGREEMENT_REQUIRED') ? words(signing.error) : undefined
  return (
    <BottomSheet open onClose={onClose} title={isJoining ? t`Create an account` : t`Sign in with a wallet`}>
      {isJoining ? (
        <RegistrationConsentStep isBusy={signing.isPending} error={failure} onJoin={join} />
      ) : offer ? (
        <SignWalletMessageStep
          offer={offer}
          isBusy={signing.isPending}
          error={failure}
          onSign={() => sign(offer)}
          onAnew={() => begin(offer.wallet)}
        />
      ) : (
        <Choice chosen={offering.isPending ? offering.variables : undefined} error={words(offering.error)} onChoose={begin} />
      )}
    </BottomSheet>
  )
}

/** The offer of the server, its words signed by the wallet, and the sign-in with them. */
function useWalletSignIn(onDone: WalletSignInSheetProps['onDone']) {
  const [signed, setSigned] = useState<{ offer: WalletSignRequest; signature: string }>()
  const offering = useMutation<WalletSignRequest, Error, BrowserWallet>({
    mutationFn: async (wallet) => {
      const account = await connectWallet(wallet)
      const { message } = await sendApiCall(signInMethods.walletNonce, account)
      return { wallet, address: account.address, message }
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const signing = useMutation<
    SecondFactorChallenge | undefined,
    Error,
    { offer: WalletSignRequest; signature?: string; joining?: RegistrationConsent }
  >({
    mutationFn: async ({ offer, joining, ...earlier }) => {
      const { wallet, address, message } = offer
      const signature = earlier.signature ?? (await signWithWallet(wallet, address, message))
      setSigned({ offer, signature })
      const reply = await sendApiCall(signInMethods.walletSignIn, { message, signature, address, deviceId: getDeviceId(), ...joining })
      return completeSignInSignUpOrChallenge(reply, joining ? 'new' : 'known')
    },
    onSuccess: onDone,
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const [isJoining, setJoining] = useState(false)
  const begin = (wallet: BrowserWallet) => {
    signing.reset()
    setJoining(false)
    offering.mutate(wallet)
  }
  const sign = (offer: WalletSignRequest) =>
    signing.mutate(
      { offer },
      {
        onError: (error) => {
          if (isApi(error, 'AGREEMENT_REQUIRED')) setJoining(true)
        },
      },
    )
  const join = (joining: RegistrationConsent) => {
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
  return { offering, signing, isJoining, begin, sign, join }
}

const isApi = (error: Error, key: string): boolean => error instanceof ApiError && error.key === key

interface ChoiceProps {
  chosen: BrowserWallet | undefined
  error: string | undefined
  onChoose: (wallet: BrowserWallet) => void
}

function Choice({ chosen, error, onChoose }: ChoiceProps) {
  const wallets = useBrowserWallets()
  if (wallets.length === 0) {
    return (
      <EmptyState
        drawing={<WalletIcon />}
        text={<Trans>No wallet was found in this browser. Open this page in your wallet's own browser, or sign in another way.</Trans>}
      />
    )
  }
  return (
    <Stack gap={4}>
      <p className={sheet.quiet}>
        <Trans>This costs nothing and moves nothing: you only sign a short text.</Trans>
      </p>
      <WalletPicker wallets={wallets} chosen={chosen} error={error} onChoose={onChoose} />
    </Stack>
  )
}
