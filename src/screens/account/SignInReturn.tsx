import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import { ApiError } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { send } from '#api/send.ts'
import { deviceId } from '#device/deviceId.ts'
import { path } from '#sitemap'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { SecondStep } from './enter.ts'
import { JoinStep, type Joining } from './JoinStep.tsx'
import { finishSignIn } from './otherSignIn.ts'
import { ownAddress } from './redirect.ts'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import styles from './SignIn.module.css'
import { sentBack, takeTrip } from './thirdPartyTrip.ts'
import { useFailureWords } from './useFailureWords.ts'

export const Route = createFileRoute('/login-return')({ component: SignInReturn })

/** Where another service sends people back to: the sign-in ends here, or begins again; or the service is added to the account. */
function SignInReturn() {
  const { t } = useLingui()
  const { history } = useRouter()
  const words = useFailureWords()
  const [back] = useState(sentBack)
  const [trip] = useState(() => takeTrip(back.state))
  const isWhole = trip !== undefined && back.code !== undefined
  const [isJoining, setJoining] = useState(false)
  const adds = trip?.adds === true
  const leave = () => {
    toast(adds ? t`Added` : t`Signed in`, { tone: 'good' })
    history.replace(adds ? path.linkedSignIns : (ownAddress(trip?.redirect) ?? path.home))
  }
  const signIn = useMutation<SecondStep | undefined, ApiError, Joining | undefined>({
    mutationFn: async (joining) => {
      const { provider = '', state = '', secret = '' } = trip ?? {}
      const { code = '', iss } = back
      const sent = { provider, code, state, secret, ...(iss && { iss }) }
      if (adds) {
        await send(signInMethods.addThirdParty, sent)
        // What this device kept of the list is brought in first: only then can it be known to be old.
        await queryClient.fetchQuery(query(signInMethods.linked, {})).catch(() => undefined)
        await Promise.all(signInMethods.addThirdParty.touches.map((each) => queryClient.invalidateQueries({ queryKey: [each] })))
        return undefined
      }
      const reply = await send(signInMethods.thirdPartySignIn, { ...sent, deviceId: deviceId(), ...joining })
      return finishSignIn(reply, joining ? 'new' : 'known')
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
          <JoinStep isBusy={signIn.isPending} error={failure} onJoin={mutate} />
        ) : isWhole && !failure ? (
          <div role="status" className={styles.low} aria-busy="true">
            <p>{adds ? <Trans>Adding {name}…</Trans> : <Trans>Signing in with {name}…</Trans>}</p>
            <Skeleton lines={3} />
          </div>
        ) : (
          <div className={styles.low}>
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
          </div>
        )}
      </div>
    </ScreenLayout>
  )
}
