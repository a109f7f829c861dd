import { useEffect, useState } from "preact/hooks";

/** An SVG the server drew, shown as a picture: nothing in it can run or reach the page. */
export function Diagram({ svg, alt }: { svg: string; alt: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  if (!address) return null;
  return (
    <span class="paper diagram">
      <img src={address} alt={alt} />
    </span>
  );
}
