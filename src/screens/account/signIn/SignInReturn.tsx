import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { path } from '#sitemap'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { SecondFactorChallenge } from './startSession.ts'
import { RegistrationConsentStep, type RegistrationConsent } from '../register/RegistrationConsentStep.tsx'
import { completeSignInSignUpOrChallenge } from './passkeySignIn.ts'
import { parseRedirect } from './redirect.ts'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './SignIn.module.css'
import { readCallbackParams, consumePendingThirdPartyAuthorization } from './thirdPartyAuthorization.ts'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

export const Route = createFileRoute('/login-return')({ component: SignInReturn })

/** Where another service sends people back to: the sign-in ends here, or begins again; or the service is added to the account. */
function SignInReturn() {
  const { t } = useLingui()
  const { history } = useRouter()
  const words = useApiErrorMessages()
  const [back] = useState(readCallbackParams)
  const [trip] = useState(() => consumePendingThirdPartyAuthorization(back.state))
  const isWhole = trip !== undefined && back.code !== undefined
  const [isJoining, setJoining] = useState(false)
  const adds = trip?.adds === true
  const leave = () => {
    showToast(adds ? t`Added` : t`Signed in`, { tone: 'good' })
    history.replace(adds ? path.linkedSignIns : (parseRedirect(trip?.redirect) ?? path.home))
  }
  const signIn = useMutation<SecondFactorChallenge | undefined, ApiError, RegistrationConsent | undefined>({
    mutationFn: async (joining) => {
      const { provider = '', state = '', secret = '' } = trip ?? {}
      const { code = '', iss } = back
      const sent = { provider, code, state, secret, ...(iss && { iss }) }
      if (adds) {
        await sendApiCall(signInMethods.addThirdParty, sent)
        // What this device kept of the list is brought in first: only then can it be known to be old.
        await queryClient.fetchQuery(apiReadQuery(signInMethods.linked, {})).catch(() => undefined)
        await Promise.all(signInMethods.addThirdParty.touches.map((each) => queryClient.invalidateQueries({ queryKey: [each] })))
        return undefined
      }
      const reply = await sendApiCall(signInMethods.thirdPartySignIn, { ...sent, deviceId: getDeviceId(), ...joining })
      return completeSignInSignUpOrChallenge(reply, joining ? 'new' : 'known')
    },
    onSuccess: (second) => second ?? leave(),
    onError: (error) => {
      if (error.key === 'AGREEMENT_REQUIRED') setJoining(true)
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const { mutate } = signIn
  const isBegun = useRef(false)
  useEffect(() => {
    // The code is good once, also where effects run twice.
    if (isWhole && !isBegun.current) mutate(undefined)
    isBegun.current = true
  }, [isWhole, mutate])
  const name = trip?.name ?? ''
  const failure = signIn.error && signIn.error.key !== 'AGREEMENT_REQUIRED' ? words(signIn.error) : undefined
  const mayJoin = isJoining && signIn.error?.key !== 'OAUTH_FAILED'
  return (
    <ScreenLayout
      title={isJoining ? t`Create an account` : adds ? t`Wallets and services` : t`Sign in`}
      back={adds ? path.linkedSignIns : path.signIn}
    >
      <div className={isJoining ? styles.paper : styles.page}>
        {signIn.data ? (
          <SecondFactorStep second={signIn.data} onBeginAgain={() => history.replace(path.signIn)} onSignedIn={leave} />
        ) : mayJoin ? (
          <RegistrationConsentStep isBusy={signIn.isPending} error={failure} onJoin={mutate} />
        ) : isWhole && !failure ? (
          <Stack role="status" gap={4} className={styles.low} aria-busy="true">
            <p>{adds ? <Trans>Adding {name}…</Trans> : <Trans>Signing in with {name}…</Trans>}</p>
            <Skeleton lines={3} />
          </Stack>
        ) : (
          <Stack gap={4} className={styles.low}>
            <p role="alert">
              {failure ??
                (trip ? (
                  <Trans>{name} was left before it said who you are. Nothing happened.</Trans>
                ) : (
                  <Trans>This way back was not begun on this device, so nobody was signed in. Please begin again.</Trans>
                ))}
            </p>
            {adds ? (
              <ButtonLink to={path.linkedSignIns} size="large" wide replace>
                <Trans>Wallets and services</Trans>
              </ButtonLink>
            ) : (
              <ButtonLink to={path.signIn} search={trip?.redirect ? { redirect: trip.redirect } : {}} size="large" wide replace>
                <Trans>Back to sign in</Trans>
              </ButtonLink>
            )}
          </Stack>
        )}
      </div>
    </ScreenLayout>
  )
}
