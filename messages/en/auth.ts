/** Sign-in, invitations and passwords. */
export const auth = {
  email: "Email",
  password: "Password",
  showPassword: "Show password",
  passwordLength: "At least {min, number} characters",
  unavailable: "Parley is unavailable. Try again shortly.",
  signIn: {
    title: "Sign in to Parley",
    action: "Sign in",
    sso: "Continue with single sign-on",
    breakGlass: "Use an emergency access code",
    breakGlassLabel: "Emergency access code",
    breakGlassHelp: "Signs in the owner who has it once, even if single sign-on is required.",
    code: "Code",
    codeHelp: "From your authenticator app, or a recovery code",
    forgot: "Forgot your password?",
    reference: "Building an integration? See the <link>API reference</link>.",
    refused: "Incorrect email or password.",
    codeWrong: "Incorrect or used code. Enter the next one.",
    ssoRequired: "Your organization requires single sign-on. Continue with it below.",
    tooManyAttempts:
      "Too many attempts. Wait {seconds, plural, one {# second} other {# seconds}} and try again.",
  },
  sso: {
    refused: "Single sign-on failed. {reason}",
    unavailable: "Single sign-on is unavailable. Try again shortly.",
    rateLimited: "Too many attempts. Wait a minute and try again.",
    begin: "Enter your email and continue with single sign-on.",
    notConnected:
      "Single sign-on is not set up for this email. Sign in with a password, or ask your administrator.",
  },
  ssoRefusal: {
    malformed:
      "The response is not readable SAML. It may be cut off, too large or too deep, or contain a DTD.",
    status: "The identity provider did not sign this person in.",
    not_begun_here: "The response does not belong to a sign-in that started here. Start again.",
    not_signed: "Neither the response nor its assertion is signed.",
    signature:
      "The signature does not match the identity provider's certificates, or does not use SHA-256 or SHA-512.",
    encryption:
      "The encrypted assertion cannot be decrypted or is not signed. Encrypt it with OAEP and AES for the certificate in this service's metadata.",
    assertion: "The response does not contain exactly one assertion about one person.",
    issuer: "The response was issued by a different identity provider than the connected one.",
    destination: "The response was sent to an address other than this service's.",
    recipient: "The assertion is confirmed for a recipient other than this service.",
    audience: "The assertion is for an audience other than this service.",
    time: "The assertion is not valid now. Check the clocks of both systems; they may differ by at most a minute.",
    replayed: "This assertion was already used. Start again.",
    provider: "The sign-in could not be completed. Start again.",
    no_email: "The assertion contains no email, neither in an attribute nor as the name identifier.",
    foreign_domain: "The email is not in a domain that the operator has confirmed for this workspace.",
    no_role: "No rule assigns this person a role, and there is no default role.",
    busy: "Too many sign-ins at once. Try again in a minute.",
    not_connected: "This workspace has no identity provider.",
  },
  forgot: {
    pageTitle: "Forgot password",
    send: "Send link",
    sentTitle: "Check your inbox",
    sent: "If this email has an account with a password, we sent a link to it. The link works once, for one hour.",
    noMail:
      "This installation cannot send email. Ask its operator for a link that sets a new password. The operator creates it with this command:",
    back: "Back to sign-in",
  },
  reset: {
    title: "Set a new password",
    label: "New password",
    action: "Set password",
    another: "Request another link",
    doneTitle: "Password set",
    done: "You were signed out on all devices. Sign in with your new password.",
  },
  invite: {
    pageTitle: "Invitation",
    title: "Join {workspace}",
    role: {
      viewer: "You are invited as a viewer.",
      builder: "You are invited as a builder.",
      admin: "You are invited as an admin.",
      owner: "You are invited as an owner.",
    },
    newAccount:
      "Enter a name and a password. If you already have an account on this installation, use its password.",
    signedInAs: "You are signed in as {email}.",
    otherAccount: "This invitation is for {email}, but you are signed in as {as}. Sign out to accept it.",
    name: "Your name",
    action: "Join",
    signOut: "Sign out",
    signOutFailed: "You are still signed in. Try again.",
    signInFirst: "Does your organization use single sign-on? <link>Sign in first</link>.",
    ssoOnly:
      "This workspace requires single sign-on. Sign in with your organization to join; you do not need this invitation.",
    invalidTitle: "Invitation not valid",
    invalid:
      "It was used, withdrawn or replaced, or is older than {days, plural, one {# day} other {# days}}. Ask the sender for a new link.",
  },
} as const;
