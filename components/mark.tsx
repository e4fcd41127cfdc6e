/** The product's sign; `app/icon.svg` is the same. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0b6a5f" />
      <path
        d="M8 10.500A2.500 2.500 0 0 1 10.500 8h11a2.500 2.500 0 0 1 2.500 2.500v7a2.500 2.500 0 0 1-2.500 2.500H15l-4.500 4v-4A2.500 2.500 0 0 1 8 17.500z"
        fill="#fff"
      />
      <path
        d="M12.500 12.500v3M16 11.500v5M19.500 12.500v3"
        stroke="#0b6a5f"
        strokeWidth="1.800"
        strokeLinecap="round"
      />
    </svg>
  );
}
